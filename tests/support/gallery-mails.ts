import type { http } from '@daymark/contracts'
import type { Mailbox, Received } from '@daymark/testing/mailbox'
import type { Daymark } from './daymark.ts'
import type { RunningProduct } from './accounts.ts'
import { picksOf, visitorOf } from './picks.ts'

/** The address of List-Unsubscribe. */
export const unsubscribeUrl = (mail: Received): string =>
  (mail.headers.get('list') as { unsubscribe: { url: string } }).unsubscribe.url
/** As far as it is behind the host. */
export function unsubscribeOf(mail: Received): string {
  const link = new URL(unsubscribeUrl(mail))
  return link.pathname + link.search
}
/** As a mail program does it. */
export const oneClick = (url: string, path: string) =>
  fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })

/** A visitor with a list in a gallery, who may ask for her link by mail. */
export async function listedVisitor(daymark: RunningProduct, { token }: http.Share, email: string, more: object) {
  const visitor = daymark.stranger()
  await visitor.get(`/api/shares/public/${token}`)
  await visitor.post(picksOf(token), { name: 'Anna', ...more })
  const ask = (body: object = {}) => visitor.post(visitorOf(token, '/mail'), { email, ...body })
  return { visitor, email, ask }
}

/** As if so many mails to visitors of the owner of a link had been sent just now. */
export async function mailed(
  daymark: Daymark,
  { id }: { id: string },
  { kind, count }: { kind: string; count: number },
) {
  const sent = `
    INSERT INTO mails (link_id, owner_id, kind, key, address_hash, data, finished_at, created_at)
    SELECT id, owner_id, $2, 'sent ' || gen_random_uuid(), 'of somebody', '{}', $4, $4
    FROM links, generate_series(1, $3) WHERE id = $1`
  await daymark.db('sharing').sql(sent, [id, kind, count, daymark.clock.now()])
}

/** Runs a job that prepares or sends mails about galleries. */
export const mailJob = (daymark: Daymark, name: string): Promise<void> =>
  daymark.runJob(name === 'SendMails' ? 'identity' : 'sharing', name)

/** Whatever was to be sent is sent, and everybody knows it: what came since the last time. */
export async function sentMails(daymark: Daymark, mailbox: Mailbox): Promise<Received[]> {
  await daymark.settle()
  while ((await daymark.db('identity').sql('SELECT id FROM mails')).length > 0) await new Promise(setImmediate)
  await daymark.settle()
  return mailbox.mails.splice(0)
}
