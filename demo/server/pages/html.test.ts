import { expect, test } from 'vitest'
import { html } from './html.ts'

test('text is escaped, also in attributes, and markup is not', () => {
  const hostile = `"><img src=x onerror='alert(1)'>&`
  const page = html`<p title="${hostile}">${hostile}${html`<b>${2}</b>`}</p>`.text
  expect(page).toContain('<b>2</b>')
  expect(page).not.toContain('<img')
  expect(page).not.toContain(`'alert`)
  expect(page.match(/"/g)).toHaveLength(2)
})

test('a list of markup is joined', () => {
  expect(
    html`<ul>
      ${['a', '<'].map((name) => html`<li>${name}</li>`)}
    </ul>`.text,
  ).toMatch(/<li>a<\/li><li>&#60;<\/li>/)
})
