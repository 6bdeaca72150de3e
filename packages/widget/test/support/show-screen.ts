import type { Screen } from './screens.ts'
import { type Stage, type Visit, type VisitOptions, visitShop } from './stage.ts'

/** Shows one screen in the widget: the real page under its real policy, with the view put into the API's answer. */
export const showScreen = async (
  stage: Stage,
  { view, errorCode, isPending = false, act }: Screen,
  options: VisitOptions = {},
): Promise<Visit> => {
  const visit = await visitShop(stage, options)
  await visit.page.route('**/checkout/v1/session', (route) =>
    isPending ? undefined : route.fulfill({ json: { data: view } }),
  )
  const { baseUrl, merchant } = stage.service
  const widgetData = { base_url: baseUrl, client_id: merchant.clientId, ...(view && { access_token: 'v1.screen' }) }
  await visit.init({
    error_code: errorCode ?? null,
    widget_data: Buffer.from(JSON.stringify(widgetData)).toString('base64url'),
    ...(view?.payment_intent_id && { payment_intent_id: view.payment_intent_id }),
  })
  const step = isPending ? 'none' : (view?.step ?? 'none')
  await visit.frame.locator(`main[data-step=${step}] :is(h1, input:not([type=hidden]), iframe)`).first().waitFor()
  await act?.(visit.frame)
  return visit
}
