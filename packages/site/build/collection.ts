import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import converter from 'openapi-to-postmanv2'
import { openApiDocument } from '../../service/src/reference/openapi.ts'

/** Where `npm start` serves; importers change the collection's `baseUrl`. */
const BASE_URL = 'http://localhost:4000'
const FILE = join(import.meta.dirname, '..', 'pages', 'public', 'coinslot.postman_collection.json')

/** The API's document as a collection that Postman, Bruno and Insomnia import. */
export const collection = (): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const input = { type: 'json', data: openApiDocument(BASE_URL) } as const
    const options = {
      folderStrategy: 'Tags',
      parametersResolution: 'Example',
      disableOptionalParameters: true,
    } as const
    converter.convertV2(input, options, (error, conversion) => {
      const made =
        conversion?.result === true ? conversion.output?.find(({ type }) => type === 'collection') : undefined
      if (made === undefined)
        reject(new Error(`The collection could not be made: ${error?.message ?? 'no reason given'}`))
      else resolve(made.data)
    })
  })

/** Writes it beside the site's pictures. */
export const writeCollection = async (): Promise<void> => {
  await mkdir(join(FILE, '..'), { recursive: true })
  await writeFile(FILE, JSON.stringify(await collection(), null, 2))
}
