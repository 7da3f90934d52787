import { setTimeout as delay } from 'node:timers/promises'
import type { http } from '@daymark/contracts'
import { type RunningProduct, accountsAt } from './accounts.ts'

const TIMEOUT_MS = 120_000
const PAUSE_MS = 100
type Consumers = { num_pending: number; num_ack_pending: number }[]
type Jetstream = { account_details?: { stream_detail: Stream[] }[] }
type Stream = { state: { last_seq: number }; consumer_detail?: Consumers }

/**
 * A product that was started outside of the tests: DAYMARK_TEST_URL, DAYMARK_TEST_ADMIN (email and password, separated by a space),
 * DAYMARK_TEST_SITE (the origin of its links, if different) and DAYMARK_TEST_NATS (the monitoring address of its bus). Tests that read
 * its tables or move its clock cannot use it.
 */
export function externalProduct(): RunningProduct | undefined {
  const { DAYMARK_TEST_URL: url, DAYMARK_TEST_ADMIN: first = '', DAYMARK_TEST_NATS: bus = '' } = process.env
  if (!url) return undefined
  const [email = '', password = ''] = first.split(' ')
  const accounts = accountsAt(url, { email, password })
  const { DAYMARK_TEST_SITE: site = url } = process.env
  return { ...accounts, url, site, settle: () => settle(accounts, bus) }
}

/** Waits until two consecutive readings show no pending work and no published message in between. */
async function settle(accounts: Pick<RunningProduct, 'admin'>, bus: string): Promise<void> {
  const admin = await accounts.admin()
  const end = performance.now() + TIMEOUT_MS
  for (let before = -1; ; await delay(PAUSE_MS)) {
    const { body } = await admin.get<http.SystemServices>('/api/admin/system/services')
    const rows = body.services.reduce((sum, { outbox }) => sum + (outbox?.waiting ?? 0), 0)
    const { pending, last } = await busState(bus)
    if (rows + pending === 0 && last === before) return
    before = rows + pending === 0 ? last : -1
    if (performance.now() > end) throw new Error(`not settled: ${rows} outbox rows, ${pending} messages`)
  }
}

async function busState(bus: string): Promise<{ pending: number; last: number }> {
  const answer = (await (await fetch(`${bus}/jsz?consumers=true`)).json()) as Jetstream
  const streams = (answer.account_details ?? []).flatMap(one => one.stream_detail)
  const consumers = streams.flatMap(one => one.consumer_detail ?? [])
  return {
    pending: consumers.reduce((sum, one) => sum + one.num_pending + one.num_ack_pending, 0),
    last: streams.reduce((sum, one) => sum + one.state.last_seq, 0),
  }
}
