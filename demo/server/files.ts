import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { extname } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
}

/** A plain name: no folder, nothing hidden. */
export const isFileName = (name: string): boolean => /^[\w-]+(\.[\w-]+)+$/.test(name)

/** Serves one file. @returns false when there is no such file, or none of a kind that the shop serves */
export const serveFile = async (path: string, response: ServerResponse): Promise<boolean> => {
  const type = TYPES[extname(path)]
  if (type === undefined) return false
  try {
    const body = await readFile(path)
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' }).end(body)
    return true
  } catch {
    return false
  }
}
