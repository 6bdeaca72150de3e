// Puts the migrations, which the bundler leaves behind, beside what the bundler made.
import { cp } from 'node:fs/promises'

const folder = (path: string): URL => new URL(`../${path}/migrations/`, import.meta.url)
await cp(folder('src/db'), folder('dist/js'), { recursive: true })
