import type { http } from '@daymark/contracts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { logFailure } from '../../../lib/log.ts'
import { guestQueue, readSent, takeBack } from './guest.actions.ts'

/** How often it is asked what became of photos that are being prepared, while somebody looks. */
const ASK_MS = 3000

/** What this guest sent, and the list of what is on its way. */
export function useSent(token: string) {
  const [sent, setSent] = useState<readonly http.SentFile[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const known = useRef<readonly http.SentFile[]>([])
  const show = useCallback((files: readonly http.SentFile[]) => {
    known.current = files
    setSent(files)
  }, [])
  const read = useCallback(
    () => readSent(token).then(show, (reason: unknown) => logFailure('Sent photos could not be read', reason)),
    [token, show],
  )
  const [queue] = useState(() =>
    guestQueue(token, {
      files: () => known.current,
      onSent: file => show([file, ...known.current.filter(({ id }) => id !== file.id)]),
    }),
  )
  useEffect(() => void read(), [read])
  const isPreparing = sent?.some(({ processing_status: status }) => status === 'processing') ?? false
  useEffect(() => {
    if (!isPreparing) return
    const timer = setInterval(() => document.visibilityState === 'visible' && void read(), ASK_MS)
    return () => clearInterval(timer)
  }, [isPreparing, read])
  const back = useCallback(
    async (file: http.SentFile) => {
      setProblem(await takeBack(token, file))
      await read()
    },
    [token, read],
  )
  return { sent, queue, problem, takeBack: back }
}
