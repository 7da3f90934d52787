import { errors } from '@daymark/contracts'

/** Per process. */
export const MAX_UPLOADS = 64
const MAX_UPLOADS_PER_USER = 16

/** Limits the concurrent uploads of this process in total and per user, so that one user cannot occupy all slots. */
export class UploadSlots {
  private used = 0
  private readonly ofUser = new Map<string, number>()

  constructor(private readonly limits = { total: MAX_UPLOADS, perUser: MAX_UPLOADS_PER_USER }) {}

  /** Returns a function that releases the slot. UNAVAILABLE if there is none. */
  take(userId: string): () => void {
    const own = this.ofUser.get(userId) ?? 0
    if (this.used >= this.limits.total || own >= this.limits.perUser) throw errors.UNAVAILABLE()
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
