import { smoke } from './smoke.ts'

const [baseUrl = ''] = process.argv.slice(2)
console.log(JSON.stringify(await smoke(baseUrl)))
