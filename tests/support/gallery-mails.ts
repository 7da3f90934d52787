import type { http } from '@daymark/contracts'
import type { Mailbox, ReceivedMail } from '@daymark/testing/mailbox'
import type { Daymark } from './daymark.ts'
import type { RunningProduct } from './accounts.ts'
import { picksPath, visitorPath } from './visitor-actions.ts'

/** The URL of the List-Unsubscribe header. */
export const unsubscribeUrl = (mail: ReceivedMail): string =>
  (mail.headers.get('list') as { unsubscribe: { url: string } }).unsubscribe.url
/** Its path and query. */
export function unsubscribePath(mail: ReceivedMail): string {
  const link = new URL(unsubscribeUrl(mail))
  return link.pathname + link.search
}
/** Unsubscribes like a mail program (RFC 8058). */
export const oneClickUnsubscribe = (url: string, path: string) =>
  fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })

/** A visitor with a pick list, who can request their personal link by mail. */
export async function visitorWithPickList(daymark: RunningProduct, { token }: http.Share, email: string, more: object) {
  const visitor = daymark.visitor()
  await visitor.get(`/api/shares/public/${token}`)
  await visitor.post(picksPath(token), { name: 'Anna', ...more })
  const requestLink = (body: object = {}) => visitor.post(visitorPath(token, '/mail'), { email, ...body })
  return { visitor, email, requestLink }
}

/** Records `count` mails to visitors of a link as sent now. */
export async function recordSentMails(
  daymark: Daymark,
  { id }: { id: string },
  { kind, count }: { kind: string; count: number },
) {
  const sent = `
    INSERT INTO mails (link_id, owner_id, kind, key, address_hash, data, finished_at, created_at)
    SELECT id, owner_id, $2, 'sent ' || gen_random_uuid(), 'hash', '{}', $4, $4
    FROM links, generate_series(1, $3) WHERE id = $1`
  await daymark.db('sharing').sql(sent, [id, kind, count, daymark.clock.now()])
}

/** Runs a job that prepares mails about galleries. */
export const runMailJob = (daymark: Daymark, name: string): Promise<void> => daymark.runJob('sharing', name)

/** Makes all waiting mails due. The worker sends them within a second. */
export const retryMails = (daymark: Daymark) =>
  daymark.db('identity').sql(`UPDATE job_queue SET run_at = created_at WHERE kind LIKE 'send-%' AND lease IS NULL`)

/** Waits until all mails are sent and returns those since the last call. */
export async function takeSentMails(daymark: Daymark, mailbox: Mailbox): Promise<ReceivedMail[]> {
  await daymark.settle()
  while ((await daymark.db('identity').sql('SELECT id FROM job_queue')).length > 0) await new Promise(setImmediate)
  await daymark.settle()
  return mailbox.mails.splice(0)
}
