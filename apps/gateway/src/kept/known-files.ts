import type { Located, VariantFiles, VariantSize } from '@daymark/contracts'
import { LRUCache } from 'lru-cache'

type Place = [key: string, size: number, sha256: string]
type Packed = [photoId: string, downloadName: string, sm: Place, md: Place, lg: Place, fileId?: string]
/** `scope`: what the answer is good for, where that is not what was asked for. */
type Told = { scope: string; files: VariantFiles[] }

/** What Map, list and strings take beside the text. */
const OVERHEAD = 150
const AT = { sm: 2, md: 3, lg: 4 } as const

/**
 * Where variants lie: the one that is asked for and its neighbours, which are asked for next. Kept as text, which takes a third of what
 * objects would. A scope says for whom and for which state of things they are known; whoever has no scope any more finds nothing.
 */
export class KnownFiles {
  private readonly files: LRUCache<string, string>
  private readonly asking = new Map<string, Promise<void>>()

  constructor(maxBytes: number) {
    this.files = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (text, name) => text.length + name.length + OVERHEAD,
    })
  }

  find(scope: string, name: string, size: VariantSize): Located | undefined {
    const text = this.files.get(nameIn(scope, name))
    if (text === undefined) return undefined
    const packed = JSON.parse(text) as Packed
    const [key, bytes, sha256] = packed[AT[size]]
    const [photoId, downloadName, , , , fileId] = packed
    return { photoId, key, size: bytes, sha256, mimeType: 'image/jpeg', downloadName, ...(fileId && { fileId }) }
  }

  /** Undefined: there is none. Whoever asks for a neighbour of what is being asked for waits for that answer first. */
  async locate(
    scope: string,
    { name, size }: { name: string; size: VariantSize },
    ask: () => Promise<Told>,
  ): Promise<Located | undefined> {
    const running = this.asking.get(scope)
    if (running) await running
    return this.find(scope, name, size) ?? this.find(await this.ask(scope, ask), name, size)
  }

  /** Answers the scope in which the answer was kept. */
  private async ask(scope: string, ask: () => Promise<Told>): Promise<string> {
    const asked = ask()
    // Who waits for it asks in turn where it fails.
    const done = asked.then(
      told => this.keep(told),
      () => undefined,
    )
    this.asking.set(scope, done)
    try {
      const { scope: now } = await asked
      await done
      return now
    } finally {
      if (this.asking.get(scope) === done) this.asking.delete(scope)
    }
  }

  private keep({ scope, files }: Told): void {
    for (const { photoId, fileId, name, downloadName, sm, md, lg } of files) {
      const packed: Packed = [photoId, downloadName, place(sm), place(md), place(lg)]
      if (fileId) packed.push(fileId)
      this.files.set(nameIn(scope, name), JSON.stringify(packed))
    }
  }
}

const nameIn = (scope: string, name: string): string => `${scope}/${name}`
/** An ETag needs no more of the digest. */
const place = ({ key, size, sha256 }: VariantFiles['sm']): Place => [key, size, sha256.slice(0, 32)]
