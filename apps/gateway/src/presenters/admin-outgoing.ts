import type { backups, http, operations, Output } from '@daymark/contracts'

type Outgoing = Output<typeof operations.getOutgoing>
type Some<K extends keyof Outgoing> = NonNullable<Outgoing[K]>

export const presentOutgoing = ({ mails, webhooks, domains, notes }: Outgoing): http.Outgoing => ({
  mails: mails && presentMails(mails),
  webhooks: webhooks && presentWebhooks(webhooks),
  domains: domains && domains.map(presentDomain),
  notes,
})

const presentMails = ({ setUp, waiting, failing }: Some<'mails'>) => ({
  ...{ set_up: setUp, waiting },
  failing: failing.map(({ id, topic, userId, attempts, error, nextAt }) => ({
    ...{ id, topic, user_id: userId, attempts, error, next_at: nextAt },
  })),
})

const presentWebhooks = ({ waiting, failing }: Some<'webhooks'>) => ({
  waiting,
  failing: failing.map(({ id, ownerId, host, failingSince, lastError, active }) => ({
    ...{ id, owner_id: ownerId, host, failing_since: failingSince, last_error: lastError, active },
  })),
})

const presentDomain = (domain: Some<'domains'>[number]) => ({
  host: domain.host,
  owner_id: domain.ownerId,
  state: domain.state,
  problem: domain.problem,
  checked_at: domain.checkedAt,
  certificate_until: domain.certificateUntil,
})

export const presentProviderNotes = ({ notes }: Output<typeof operations.listProviderNotes>): http.ProviderNotes => ({
  notes: notes.map(({ id, kind, userId, amount, currency, status, reason, notedAt }) => ({
    ...{ id, kind, user_id: userId, amount, currency, status, reason, noted_at: notedAt },
  })),
})

export const presentBackupsOfAll = (all: Output<typeof backups.problems>): http.BackupsOfAll => ({
  ...{ configured: all.configured, accounts: all.accounts, late: all.late },
  ...{ running: all.running ?? null, newest_at: all.newestAt ?? null, drill: all.drill ?? null },
  ...{ failing: all.failing ?? null, damaged: all.damaged ?? null },
  problems: all.problems.map(({ userId, target, at, reason }) => ({
    ...{ user_id: userId, offsite: target === 'offsite', at, reason },
  })),
})
