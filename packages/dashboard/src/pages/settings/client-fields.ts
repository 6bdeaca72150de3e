import { html, type TemplateResult } from 'lit'

const wordsOf = (text: FormDataEntryValue | null): string[] =>
  String(text ?? '')
    .split(/[\s,]+/)
    .filter((word) => word !== '')
const urlOrNull = (text: FormDataEntryValue | null): string | null =>
  text === null || text === '' ? null : String(text)

/** Where a client's pages are, as it is asked for. */
export const clientFields = (origins: readonly string[], returnUrl: string | null): TemplateResult =>
  html`<label class="field" data-wide>
      <span>Origins of the pages that show the widget</span>
      <input name="origins" placeholder="https://shop.example" value=${origins.join(' ')} />
    </label>
    <label class="field" data-wide>
      <span>Return URL of the hosted page</span>
      <input type="url" name="return_url" placeholder="https://shop.example/thanks" value=${returnUrl ?? ''} />
    </label>`

/** What was typed into `clientFields`. */
export const clientGiven = (given: FormData) => ({
  origins: wordsOf(given.get('origins')),
  return_url: urlOrNull(given.get('return_url')),
})
