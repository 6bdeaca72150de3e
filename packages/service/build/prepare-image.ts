// Puts the migrated, empty database that the testing kit and new data folders start from beside the migrations in `dist/js`.
import { fileURLToPath } from 'node:url'
import { writePreparedImage } from '../src/db/prepared-image.ts'

await writePreparedImage(fileURLToPath(new URL('../dist/js/', import.meta.url)))
