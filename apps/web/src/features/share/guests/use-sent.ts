import type { http } from '@daymark/contracts'
import { useEffect, useState } from 'react'
import { useStore } from '../../../lib/store.ts'
import { withdraw } from './guest.actions.ts'
import { SentStore } from './sent-store.ts'

/** Polling interval for photos that are processing, while the page is visible. */
const POLL_MS = 3000

export function useSent(token: string) {
  const [store] = useState(() => new SentStore(token))
  const sent = useStore(store)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => void store.read(), [store])
  const isPreparing = sent?.some(({ processing_status: status }) => status === 'processing') ?? false
  useEffect(() => {
    if (!isPreparing) return
    const timer = setInterval(() => document.visibilityState === 'visible' && void store.read(), POLL_MS)
    return () => clearInterval(timer)
  }, [isPreparing, store])
  const back = async (file: http.SentFile) => {
    setProblem(await withdraw(token, file))
    await store.read()
  }
  return { sent, queue: store.queue, problem, withdraw: back }
}
