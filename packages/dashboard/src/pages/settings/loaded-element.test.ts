import { html, type TemplateResult } from 'lit'
import { expect, test, vi } from 'vitest'
import { DashboardError } from '../../api/dashboard-error.ts'
import { LoadedElement } from './loaded-element.ts'

// The library that draws icons asks for a whole document.
vi.mock(import('../../ui/icons.ts'), () => ({ icon: () => html`` }))

interface Read {
  readonly merchant: string | undefined
  readonly answer: (answer: string) => void
  readonly fail: (error: Error) => void
}

class Part extends LoadedElement<string> {
  readonly reads: Read[] = []

  protected override read(): Promise<string> {
    const { merchant } = this
    return new Promise((answer, fail) => this.reads.push({ merchant, answer, fail }))
  }

  protected override shown(answer: string): TemplateResult {
    return html`${answer}`
  }

  choose(merchant: string): void {
    this.merchant = merchant
    this.willUpdate()
  }
}
customElements.define('loaded-part', Part)

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('the settings of one merchant are never shown as those of another', async () => {
  const part = new Part()
  part.choose('a')
  part.reads[0]?.answer('of a')
  await settled()
  expect(part.answer).toBe('of a')

  part.choose('b')
  expect(part.answer).toBeUndefined()
  part.choose('c')
  part.reads[2]?.answer('of c')
  await settled()
  part.reads[1]?.answer('of b')
  await settled()
  expect(part.answer).toBe('of c')
})

test('a merchant whose settings cannot be read is told so, and the next one is not', async () => {
  const part = new Part()
  part.choose('a')
  part.choose('b')
  part.reads[0]?.fail(new DashboardError('not_found', 'No'))
  await settled()
  expect(part.error).toBeUndefined()
  part.reads[1]?.fail(new DashboardError('not_found', 'No'))
  await settled()
  expect(part.error?.message).toBe('No')
  part.choose('c')
  expect(part.error).toBeUndefined()

  const read = part.reload()
  part.reads.at(-1)?.fail(new TypeError('A mistake of ours'))
  await expect(read).rejects.toThrow('A mistake of ours')
  expect(part.error).toBeUndefined()
})

test('what was read before an action never takes the place of what was read after it', async () => {
  const part = new Part()
  part.choose('a')
  void part.reload()
  part.reads[1]?.answer('of after')
  await settled()
  part.reads[0]?.answer('of before')
  await settled()
  expect(part.answer).toBe('of after')
})
