/** An account and group with jobs in the queue. `due`: at least one of them can start. */
export type Head = { account: string; group: string; due: boolean }
export type Share = { account: string; group: string; count: number }
export type FreeSlots = { total: number; ofAccount(account: string): number; ofGroup(group: string): number }

/**
 * Distributes free slots round-robin over accounts, and over the groups within an account. `stoppedAt`: the account that received the
 * last slot while others were waiting, so that the next call can start after it.
 */
export function shareSlots(heads: Head[], free: FreeSlots): { shares: Share[]; stoppedAt: string | undefined } {
  const due = heads.filter(head => head.due)
  const waiting = new Map(Map.groupBy(due, ({ account }) => account))
  const shares = new Map<Head, Share>()
  const sum = (is: (share: Share) => boolean): number =>
    [...shares.values()].filter(is).reduce((total, { count }) => total + count, 0)
  const fits = ({ account, group }: Head): boolean =>
    sum(share => share.account === account) < free.ofAccount(account) &&
    sum(share => share.group === group) < free.ofGroup(group)
  let remaining = free.total
  let lastAccount: string | undefined
  while (waiting.size > 0) {
    for (const [account, groups] of waiting) {
      const head = groups.find(fits)
      if (!head) {
        waiting.delete(account)
        continue
      }
      if (remaining === 0) return { shares: [...shares.values()], stoppedAt: lastAccount }
      remaining--
      lastAccount = account
      shares.set(head, { account, group: head.group, count: (shares.get(head)?.count ?? 0) + 1 })
      // the next slot of this account goes to another group
      groups.push(...groups.splice(groups.indexOf(head), 1))
    }
  }
  return { shares: [...shares.values()], stoppedAt: undefined }
}
