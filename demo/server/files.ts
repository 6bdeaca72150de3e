import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { extname, join } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
}

/** Serves one file of a folder by its plain name. @returns false when there is no such file */
export const serveFile = async (folder: string, name: string, response: ServerResponse): Promise<boolean> => {
  const type = TYPES[extname(name)]
  if (type === undefined || !/^[\w-]+(\.[\w-]+)+$/.test(name)) return false
  try {
    const body = await readFile(join(folder, name))
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' }).end(body)
    return true
  } catch {
    return false
  }
}
