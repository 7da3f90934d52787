import type { ReactNode } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { QueryContent } from './card.tsx'
import table from './table.module.css'
import { type PagedQuery, ShowMoreButton, usePagedQuery } from './use-admin-query.tsx'

/** A table that loads its rows page by page. `children` renders a row. */
export function PagedTable<T>(props: {
  query: PagedQuery<T>
  name: string
  /** Replaces a table without rows. */
  emptyText: string
  columns: readonly string[]
  numberColumn?: string
  /** The column whose name is only for screen readers. */
  unnamedColumn?: string
  children: (item: T) => ReactNode
}) {
  const { query, name, emptyText, columns, numberColumn, unnamedColumn, children } = props
  const { result, loadMoreState, showMore, isPreviousData } = usePagedQuery(query)
  const head = columns.map(column => (
    <th key={column} scope="col" className={column === numberColumn ? table['number'] : undefined}>
      {column === unnamedColumn ? <span className="visually-hidden">{column}</span> : column}
    </th>
  ))
  return (
    <QueryContent result={result} title={name}>
      {page => (
        <>
          {page.items.length === 0 ? (
            <p className={table['empty']}>{emptyText}</p>
          ) : (
            <table aria-label={name} className={classNames(table['table'], isPreviousData && table['stale'])}>
              <thead>
                <tr>{head}</tr>
              </thead>
              <tbody>{page.items.map(children)}</tbody>
            </table>
          )}
          <ShowMoreButton page={page} loadMoreState={loadMoreState} onMore={showMore} />
        </>
      )}
    </QueryContent>
  )
}
