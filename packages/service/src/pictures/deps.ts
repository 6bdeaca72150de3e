import type { Pictures } from './pictures.ts'

export interface PictureDeps {
  readonly pictures: Pictures
}
