/** Loads a package that may be absent. The name comes in as a parameter, so that no bundler insists on it. @internal */
export const importOptional = (name: string): Promise<unknown> =>
  import(/* @vite-ignore */ /* webpackIgnore: true */ name)
