import { SANDBOX } from '@coinslot/contract'
import { escapeHtml } from '../http/escape-html.ts'

/** What the bank's document says. */
export type BankScreen = 'ask' | 'ask-again' | 'done' | 'unknown'

const question = (creq: string, isWrong: boolean): string => `
      <p>This is a test bank. Its password is ${SANDBOX.challengePassword}.</p>
      <form method="post" action="answer#password">
        <input type="hidden" name="creq" value="${escapeHtml(creq)}">
        <label for="password">Password</label>
        <input id="password" name="password" inputmode="numeric" autocomplete="off" maxlength="64" required${
          isWrong ? ' aria-invalid="true" aria-describedby="wrong"' : ''
        }>
        ${isWrong ? '<p id="wrong" class="wrong" role="alert">That password is not right. Please try again.</p>' : ''}
        <button>Confirm</button>
      </form>`

const bodyOf = (screen: BankScreen, creq: string): string => {
  switch (screen) {
    case 'ask':
      return question(creq, false)
    case 'ask-again':
      return question(creq, true)
    case 'done':
      return '<p role="status">Thank you. Your shop goes on by itself.</p>'
    case 'unknown':
      return '<p role="alert">This question is no longer open. Please go back to the shop.</p>'
  }
}

/** The checkout page then asks what has become of the payment: it may have ended meanwhile. */
const isOver = (screen: BankScreen): boolean => screen === 'done' || screen === 'unknown'

/**
 * The sandbox bank's page, shown in a frame inside the checkout page. Its addresses are relative to `/sandbox-bank/`.
 * It works without script but for its last word.
 */
export const bankDocument = (screen: BankScreen, creq = ''): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Confirm with your bank</title>
    <link rel="stylesheet" href="bank.css">${isOver(screen) ? '\n    <script src="done.js" defer></script>' : ''}
  </head>
  <body>
    <main>
      <h1>Confirm with your bank</h1>${bodyOf(screen, creq)}
    </main>
  </body>
</html>
`
