import { DASHBOARD_API } from '@coinslot/contract/dashboard'
import type { DashboardVisitor } from './dashboard-session.ts'
import type { TestService } from './harness.ts'

/** Server-sent events as they come: each is the text of one `data` line. */
export async function* streamOf(
  service: TestService,
  { cookie }: DashboardVisitor,
  path: string,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  const response = await fetch(service.baseUrl + DASHBOARD_API + path, {
    headers: { cookie },
    ...(signal === undefined ? {} : { signal }),
  })
  if (!response.ok || response.body === null) throw new Error(`The stream was answered with ${response.status}`)
  let text = ''
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) if (event.startsWith('data: ')) yield event.slice('data: '.length)
  }
}

/** The first event of a stream. */
export const readStream = async (service: TestService, visitor: DashboardVisitor, path: string): Promise<string> => {
  for await (const event of streamOf(service, visitor, path)) return event
  return ''
}
