type Scope = { name: string; until: number }

/** A name for what is known of an owner, good for a while: when it ends, everything that is kept under it is out of reach. */
export class Scopes {
  private readonly current = new Map<string, Scope>()
  private made = 0

  constructor(
    private readonly ttlMs: number,
    private readonly max: number,
  ) {}

  of(owner: string): string {
    const known = this.current.get(owner)
    return known && known.until > performance.now() ? known.name : this.begin(owner)
  }

  end(owner: string): void {
    this.current.delete(owner)
  }

  private begin(owner: string): string {
    const name = `${owner} ${++this.made}`
    this.current.delete(owner)
    this.current.set(owner, { name, until: performance.now() + this.ttlMs })
    const [oldest] = this.current.keys()
    if (this.current.size > this.max && oldest !== undefined) this.current.delete(oldest)
    return name
  }
}
