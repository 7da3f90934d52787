/** A queue for each owner; the owners take turns. */
export class OwnersInTurn<T> {
  private readonly queues = new Map<string, T[]>()

  push(owner: string, item: T): void {
    const queue = this.queues.get(owner)
    if (queue) queue.push(item)
    else this.queues.set(owner, [item])
  }

  /** Of the next owner, among those that may. */
  shift(may: (owner: string) => boolean = () => true): T | undefined {
    for (const [owner, queue] of this.queues) {
      if (!may(owner)) continue
      const item = queue.shift()
      this.queues.delete(owner)
      if (queue.length) this.queues.set(owner, queue)
      return item
    }
    return undefined
  }
}
