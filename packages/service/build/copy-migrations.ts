// Puts the migrations, which the compiler leaves behind, beside what it made.
import { cp } from 'node:fs/promises'

const folder = (path: string): URL => new URL(`../${path}/db/migrations/`, import.meta.url)
await cp(folder('src'), folder('dist'), { recursive: true })
