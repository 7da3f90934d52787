/** A queue for each owner; the owners take turns. */
export class OwnersInTurn<T> {
  private readonly queues = new Map<string, T[]>()

  push(owner: string, item: T): void {
    const queue = this.queues.get(owner)
    if (queue) queue.push(item)
    else this.queues.set(owner, [item])
  }

  shift(): T | undefined {
    for (const [owner, queue] of this.queues) {
      const item = queue.shift()
      this.queues.delete(owner)
      if (queue.length) this.queues.set(owner, queue)
      return item
    }
    return undefined
  }
}
