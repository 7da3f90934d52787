type Waiting = { turn: object; come: (isMine: boolean) => void }

/** So many at the same time, in the order in which they came; who waits leaves when the call that brought it is over. */
export class Places {
  private taken = 0
  private waiting: Waiting[] = []
  constructor(private readonly atOnce: number) {}

  /** False: the turn was over first. */
  async take(turn: object): Promise<boolean> {
    if (this.taken === this.atOnce) return new Promise(come => this.waiting.push({ turn, come }))
    this.taken += 1
    return true
  }

  giveBack(): void {
    const next = this.waiting.shift()
    if (next) next.come(true)
    else this.taken -= 1
  }

  over(turn: object): void {
    const left = this.waiting.filter(one => one.turn === turn)
    this.waiting = this.waiting.filter(one => one.turn !== turn)
    for (const { come } of left) come(false)
  }
}
