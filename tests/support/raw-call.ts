import type { Visitor } from '@daymark/testing/outside'

type Call = { method?: string; body?: BodyInit; headers?: Record<string, string> }
type RawAnswer = { status: number; headers: Headers; bytes: Buffer; code: string | undefined }

/** Any bytes with any headers, or without, which Visitor would not send. `code`: of a failure. */
export async function rawCall(
  who: Visitor,
  path: string,
  { method = 'GET', body, headers }: Call = {},
): Promise<RawAnswer> {
  const cookies = who.jar().map(({ name, value }) => `${name}=${value}`)
  const own = { ...(cookies.length > 0 && { cookie: cookies.join('; ') }), ...who.headers, ...headers }
  const answer = await fetch(new URL(path, who.url), { method, body, headers: own, redirect: 'manual' })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false
  const code = isJson && bytes.length > 0 ? (JSON.parse(bytes.toString()) as { code?: string }).code : undefined
  return { status: answer.status, headers: answer.headers, bytes, code }
}

export const etagOf = ({ headers }: { headers: Headers }): string => headers.get('etag') ?? ''
