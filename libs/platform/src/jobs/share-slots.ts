/** An account and group with jobs in the queue. `due`: at least one of the jobs can start. */
export type JobGroup = { account: string; group: string; due: boolean }
export type SlotShare = { account: string; group: string; count: number }
export type FreeSlots = { total: number; ofAccount(account: string): number; ofGroup(group: string): number }

/**
 * Distributes free slots round-robin over accounts, and over the groups within an account. `stoppedAt`: the account that received the
 * last slot while other accounts were waiting, so that the next call can start after this account.
 */
export function shareSlots(
  jobGroups: JobGroup[],
  freeSlots: FreeSlots,
): { shares: SlotShare[]; stoppedAt: string | undefined } {
  const dueGroups = jobGroups.filter(jobGroup => jobGroup.due)
  const waitingAccounts = new Map(Map.groupBy(dueGroups, ({ account }) => account))
  const shares = new Map<JobGroup, SlotShare>()
  const countSlots = (matches: (share: SlotShare) => boolean): number =>
    [...shares.values()].filter(matches).reduce((total, { count }) => total + count, 0)
  const hasFreeSlot = ({ account, group }: JobGroup): boolean =>
    countSlots(share => share.account === account) < freeSlots.ofAccount(account) &&
    countSlots(share => share.group === group) < freeSlots.ofGroup(group)
  let remaining = freeSlots.total
  let lastAccount: string | undefined
  while (waitingAccounts.size > 0) {
    for (const [account, groups] of waitingAccounts) {
      const freeGroup = groups.find(hasFreeSlot)
      if (!freeGroup) {
        waitingAccounts.delete(account)
        continue
      }
      if (remaining === 0) return { shares: [...shares.values()], stoppedAt: lastAccount }
      remaining--
      lastAccount = account
      shares.set(freeGroup, { account, group: freeGroup.group, count: (shares.get(freeGroup)?.count ?? 0) + 1 })
      // The next slot of this account goes to another group.
      groups.push(...groups.splice(groups.indexOf(freeGroup), 1))
    }
  }
  return { shares: [...shares.values()], stoppedAt: undefined }
}
