import type { http } from '@daymark/contracts'
import { useEffect, useState } from 'react'
import { logFailure } from '../../../lib/log.ts'
import { checkDraft } from './preflight.actions.ts'

const PAUSE_MS = 300

/** The report for the current form values; requested again when they change, and after a fix. */
export function usePreflight(body: http.PreflightBody) {
  const [report, setReport] = useState<http.Preflight | 'failed'>()
  const [round, setRound] = useState(0)
  const asked = JSON.stringify(body)
  useEffect(() => {
    const given = new AbortController()
    const wait = setTimeout(() => {
      checkDraft(JSON.parse(asked) as http.PreflightBody, given.signal).then(setReport, (reason: unknown) => {
        if (given.signal.aborted) return
        logFailure('The check failed', reason)
        setReport('failed')
      })
    }, PAUSE_MS)
    return () => {
      clearTimeout(wait)
      given.abort()
    }
  }, [asked, round])
  return { report, checkAgain: () => setRound(before => before + 1) }
}
