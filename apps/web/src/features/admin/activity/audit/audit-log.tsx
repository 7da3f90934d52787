import { Download } from 'lucide-react'
import { buttonClass } from '../../../../ui/buttons/button.tsx'
import { classNames } from '../../../../ui/class-names.ts'
import { Card, QueryContent } from '../../frame/card.tsx'
import { ShowMoreButton, usePagedQuery } from '../../frame/pages.tsx'
import table from '../../frame/table.module.css'
import { useAddressFilter } from '../../../../lib/hooks/use-address-filter.ts'
import { AuditCheckResult, useAuditCheck } from './audit-check.tsx'
import { AuditEntry } from './audit-entry.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { auditQuery, auditExportUrl, type AuditFilter } from './audit.queries.ts'

const FILTER_NAMES = ['search', 'action', 'actor', 'target', 'from', 'to'] as const

/** The audit log with its filters and its export. */
export function AuditLog() {
  const { filter, change } = useAddressFilter<AuditFilter>(FILTER_NAMES)
  const { reading, more, showMore, isPreviousData: isOther } = usePagedQuery(auditQuery(filter))
  const { check, button } = useAuditCheck()
  const aside = (
    <>
      {button}
      <a href={auditExportUrl(filter)} download className={buttonClass({ size: 'small' })}>
        <Download aria-hidden />
        Export CSV
      </a>
    </>
  )
  return (
    <Card title="Audit log" aside={aside}>
      {check && <AuditCheckResult check={check} />}
      <AuditFilters filter={filter} onChange={change} />
      <QueryContent reading={reading} title="Audit log">
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
            <ShowMoreButton page={page} more={more} onMore={showMore} />
          </>
        )}
      </QueryContent>
    </Card>
  )
}
