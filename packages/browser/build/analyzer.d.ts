declare module '@custom-elements-manifest/analyzer/cli.js' {
  export const cli: (options: { argv: string[]; cwd: string; noWrite: boolean }) => Promise<unknown>
}
