import type { PaymentDetail, PaymentRow } from '@coinslot/contract/dashboard-operations'
import { askedBody, type StoredRequest } from '../payments/asked-rules.ts'
import { MASKED } from '../platform/mask-rules.ts'

/** What the merchant asked and was answered; personal data, keys and what opens the checkout are masked. */
export const exchangeOf = (
  { id, mode, status, error_code }: PaymentRow,
  request: StoredRequest,
  baseUrl: string,
): PaymentDetail['exchange'] => {
  const told = { asked: askedBody(request), is_whole: request.rest !== null }
  if (mode === 'redirect') {
    const redirect_url = `${baseUrl}/pay/${id}?redirect_token=${MASKED}`
    return { path: '/payments/v2/intent/redirect', ...told, status: 201, answered: { data: { redirect_url } } }
  }
  const isRefused = status === 'Refused'
  const known = isRefused ? {} : { payment_intent_id: id }
  const data = { flow: 'PAYMENT', error_code, ...known, widget_data: MASKED, notes: [] }
  return { path: '/payments/v2/intent', ...told, status: isRefused ? 200 : 201, answered: { data } }
}
