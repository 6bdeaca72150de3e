import { type WidgetData, widgetDataSchema } from '@coinslot/contract'

/**
 * The opaque string a merchant hands to the widget: base64url of JSON. Without a token there is only a message to show.
 * @see decisions.md §3
 */
export const widgetData = (
  { config }: { readonly config: { readonly baseUrl: string } },
  { clientId, token }: { readonly clientId: string; readonly token?: string },
): string => {
  const data: WidgetData = {
    base_url: config.baseUrl,
    client_id: clientId,
    ...(token === undefined ? {} : { access_token: token }),
  }
  return Buffer.from(JSON.stringify(data), 'utf8').toString('base64url')
}

/** What such a string holds. @throws {Error} where it is none. */
export const readWidgetData = (text: string): WidgetData =>
  widgetDataSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
