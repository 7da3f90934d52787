import type { http } from '@daymark/contracts'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { outcomeOf } from '../../../../lib/outcome.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { BusyIcon } from '../../../../ui/feedback/busy-mark.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { useAction } from '../../../../ui/feedback/use-work.ts'
import { checkAudit } from './audit.queries.ts'

const numberFormat = new Intl.NumberFormat()

/** Formats a count: '1 entry', '1,234 entries'. */
const formatEntries = (count: number) => `${numberFormat.format(count)} ${count === 1 ? 'entry' : 'entries'}`

export function AuditCheckResult({ check: { ok, entries: count, broken_at } }: { check: http.AuditCheck }) {
  if (ok) return <Notice>The log is intact: {formatEntries(count)}</Notice>
  return (
    <Notice tone="danger">
      The log was tampered with: entry {broken_at} does not match its checksum. Later entries cannot be trusted.
    </Notice>
  )
}

/** Returns a button that makes the server verify the hash chain of the audit log, and the result. */
export function useAuditCheck() {
  const [check, setCheck] = useState<http.AuditCheck | null>(null)
  const { isBusy, run } = useAction()
  const checkLog = async () => setCheck(await run(() => outcomeOf('Checking the audit log failed', checkAudit)))
  const button = (
    <Button
      size="small"
      disabled={isBusy}
      icon={isBusy ? <BusyIcon /> : <ShieldCheck aria-hidden />}
      onClick={() => void checkLog()}
    >
      Check
    </Button>
  )
  return { check, button }
}
