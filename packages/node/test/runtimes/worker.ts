import { smoke } from './smoke.ts'

export default {
  fetch: async (_request: Request, env: { readonly BASE_URL: string }) => Response.json(await smoke(env.BASE_URL)),
}
