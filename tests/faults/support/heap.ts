/** Measures the memory of a process after garbage collection: heap and external buffers, in bytes. */
export class Heap {
  private next = 0
  private readonly waiting = new Map<number, (result: unknown) => void>()
  private readonly socket: WebSocket

  private constructor(socket: WebSocket) {
    this.socket = socket
    socket.addEventListener('message', ({ data }) => {
      const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown }
      this.waiting.get(id)?.(result)
      this.waiting.delete(id)
    })
  }

  /** Connects to a process that was started with --inspect=127.0.0.1:<port>. */
  static async of(port: number): Promise<Heap> {
    const [target] = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as { webSocketDebuggerUrl: string }[]
    const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve)
      socket.addEventListener('error', reject)
    })
    return new Heap(socket)
  }

  async kept(): Promise<number> {
    // finalizers release more memory, so collect twice
    for (let round = 0; round < 2; round++) await this.call('HeapProfiler.collectGarbage')
    const { usedSize, backingStorageSize = 0 } = (await this.call('Runtime.getHeapUsage')) as {
      usedSize: number
      backingStorageSize?: number
    }
    return usedSize + backingStorageSize
  }

  close(): void {
    this.socket.close()
  }

  private call(method: string): Promise<unknown> {
    const id = ++this.next
    this.socket.send(JSON.stringify({ id, method }))
    return new Promise(resolve => this.waiting.set(id, resolve))
  }
}
