import { coinslotExpress } from '@coinslot/node/express'
import express from 'express'
import { renderPage } from './page.ts'
import { handler } from './shop.ts'

const port = Number(process.env['PORT'] ?? 3000)
const app = express()

app.use(coinslotExpress(handler)) // Before any body parser: a webhook is verified by its raw bytes.
app.get('/', (_request, response) => {
  const { html, policy } = renderPage()
  response.set('content-security-policy', policy).type('html').send(html)
})
app.use(express.static('public', { index: false }))

app.listen(port, 'localhost', (error) => {
  if (error) throw error
  console.log(`The shop listens on http://localhost:${port}`)
})
