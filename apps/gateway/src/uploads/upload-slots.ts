import { errors } from '@daymark/contracts'

export type SlotLimits = { uploadsAtOnce: number; uploadsAtOncePerUser: number }

/** How many uploads this process takes at the same time, in all and of one user: nobody holds the places of everybody. */
export class UploadSlots {
  private taken = 0
  private readonly ofUser = new Map<string, number>()

  constructor(private readonly limits: SlotLimits) {}

  /** UNAVAILABLE where there is none. Answers how to give it back, once. */
  take(userId: string): () => void {
    const own = this.ofUser.get(userId) ?? 0
    if (this.taken >= this.limits.uploadsAtOnce || own >= this.limits.uploadsAtOncePerUser) throw errors.UNAVAILABLE()
    this.taken++
    this.ofUser.set(userId, own + 1)
    return () => this.release(userId)
  }

  private release(userId: string): void {
    this.taken--
    const left = (this.ofUser.get(userId) ?? 1) - 1
    if (left === 0) this.ofUser.delete(userId)
    else this.ofUser.set(userId, left)
  }
}
