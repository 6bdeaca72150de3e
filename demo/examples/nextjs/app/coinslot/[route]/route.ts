import { handler } from '../../../shop.ts'

export { handler as GET, handler as OPTIONS, handler as POST }
