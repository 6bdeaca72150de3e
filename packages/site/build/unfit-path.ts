/** Why no site can be built in a folder; null where one can. */
export const unfitPath = (folder: string): string | null =>
  /[#?]/.test(folder)
    ? `the site cannot be built in ${folder}: in the path of a file, Vite takes # and ? for parts of a URL. Build it in a clone whose path has neither`
    : null
