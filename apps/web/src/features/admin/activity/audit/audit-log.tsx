import { Download } from 'lucide-react'
import { buttonClass } from '../../../../ui/buttons/button.tsx'
import { classNames } from '../../../../ui/class-names.ts'
import { Card, Read } from '../../frame/card.tsx'
import { More } from '../../lists/more.tsx'
import table from '../../lists/table.module.css'
import { useAddressFilter } from '../../../../lib/hooks/use-address-filter.ts'
import { usePages } from '../../lists/use-pages.ts'
import { Checked, useAuditCheck } from './audit-check.tsx'
import { AuditEntry } from './audit-entry.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { audit, exportAddress, type AuditFilter } from './audit.queries.ts'

const NAMES = ['search', 'action', 'actor', 'target', 'from', 'to'] as const

/** The audit log: actions with actor, target, time and address. */
export function AuditLog() {
  const { filter, change } = useAddressFilter<AuditFilter>(NAMES)
  const { reading, more, showMore, isOther } = usePages(audit(filter))
  const { check, button } = useAuditCheck()
  const aside = (
    <>
      {button}
      <a href={exportAddress(filter)} download className={buttonClass({ size: 'small' })}>
        <Download aria-hidden />
        Export CSV
      </a>
    </>
  )
  return (
    <Card title="Audit log" aside={aside}>
      {check && <Checked check={check} />}
      <AuditFilters filter={filter} onChange={change} />
      <Read reading={reading} title="Audit log">
        {page => (
          <>
            {page.items.length === 0 ? (
              <p className={table['empty']}>No matching entries.</p>
            ) : (
              <table aria-label="Audit log" className={classNames(table['table'], isOther && table['stale'])}>
                <thead>
                  <tr>
                    <th scope="col">When</th>
                    <th scope="col">Who did what</th>
                    <th scope="col">From</th>
                  </tr>
                </thead>
                <tbody>
                  {page.items.map(entry => (
                    <AuditEntry key={entry.seq} entry={entry} />
                  ))}
                </tbody>
              </table>
            )}
            <More page={page} more={more} onMore={showMore} />
          </>
        )}
      </Read>
    </Card>
  )
}
