import { relative } from 'node:path'
import { here } from '../steps/workspace.ts'

interface Tested {
  readonly fileName: string
  readonly status: string
  readonly mutatorName: string
  readonly replacement?: string
  readonly location: { readonly start: { readonly line: number } }
}

/** Tells of each change that no test notices as soon as it is known: a run takes minutes, and may be broken off. */
class TellSurvivors {
  onMutantTested({ fileName, status, mutatorName, replacement = '', location }: Tested): void {
    if (status !== 'Survived' && status !== 'NoCoverage') return
    const place = `${relative(here('.'), fileName)}:${location.start.line}`
    console.log(`  not noticed so far: ${place}  ${mutatorName}  →  ${replacement.replaceAll(/\s+/g, ' ')}`)
  }
}

/** As Stryker looks for it in a module that is named among its plugins. */
export const strykerPlugins = [{ kind: 'Reporter', name: 'tell-survivors', injectableClass: TellSurvivors }]
