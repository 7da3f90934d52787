import { errors } from '@daymark/contracts'

export type SlotLimits = { uploadsAtOnce: number; uploadsAtOncePerUser: number }

/** Limits the concurrent uploads of this process in total and per user, so that one user cannot occupy all slots. */
export class UploadSlots {
  private used = 0
  private readonly ofUser = new Map<string, number>()

  constructor(private readonly limits: SlotLimits) {}

  /** Returns a function that releases the slot. UNAVAILABLE if there is none. */
  take(userId: string): () => void {
    const own = this.ofUser.get(userId) ?? 0
    if (this.used >= this.limits.uploadsAtOnce || own >= this.limits.uploadsAtOncePerUser) throw errors.UNAVAILABLE()
    this.used++
    this.ofUser.set(userId, own + 1)
    return () => this.release(userId)
  }

  private release(userId: string): void {
    this.used--
    const left = (this.ofUser.get(userId) ?? 1) - 1
    if (left === 0) this.ofUser.delete(userId)
    else this.ofUser.set(userId, left)
  }
}
