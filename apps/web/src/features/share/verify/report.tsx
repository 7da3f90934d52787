import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { Comparison } from './compare.ts'
import { FAULTS, type FaultyZip } from './own-files.ts'
import styles from './verify.module.css'

/** A list shows at most this many; its heading shows the count. */
const MOST_LISTED = 200

const files = (count: number) => (count === 1 ? '1 file' : `${count.toLocaleString('en')} files`)

type GroupProps = { title: string; about: string; items: readonly ReactNode[]; isOpen?: boolean }

function Group({ title, about, items, isOpen = false }: GroupProps) {
  if (items.length === 0) return null
  return (
    <details className={styles['group']} open={isOpen}>
      <summary>
        {title} <span className={styles['count']}>{items.length.toLocaleString('en')}</span>
      </summary>
      <p className={styles['about']}>{about}</p>
      <ul className={styles['names']}>
        {items.slice(0, MOST_LISTED).map((item, n) => (
          // oxlint-disable-next-line no-array-index-key -- a list that never changes
          <li key={n}>{item}</li>
        ))}
      </ul>
      {items.length > MOST_LISTED && <p className={styles['about']}>and {files(items.length - MOST_LISTED)} more</p>}
    </details>
  )
}

function summaryOf({ whole, renamed, changed, missing, unknown }: Comparison) {
  const [there, lacking] = [whole.length + renamed.length, changed.length + missing.length]
  if (lacking + unknown.length > 0)
    return `${there.toLocaleString('en')} of ${files(there + lacking + unknown.length)} are unchanged.`
  if (there === 0) return 'None of these files are from this gallery.'
  return there === 1 ? 'Your file is unchanged.' : `All ${files(there)} are unchanged.`
}

/** The result, most important findings first, announced to screen readers. */
export function Report({ comparison, faults }: { comparison: Comparison; faults: readonly FaultyZip[] }) {
  const { changed, missing, notTaken, unknown, renamed, duplicates, foreign, unreadable } = comparison
  const isWhole = changed.length + missing.length + unknown.length + faults.length === 0 && comparison.whole.length > 0
  const summary = useRef<HTMLParagraphElement>(null)
  useEffect(() => summary.current?.focus(), [])
  return (
    <div className={styles['report']}>
      <p ref={summary} tabIndex={-1} className={styles['summary']}>
        {isWhole ? <CircleCheck aria-hidden className={styles['good']} /> : <CircleAlert aria-hidden />}
        {summaryOf(comparison)}
      </p>
      {faults.map(({ name, fault }) => (
        <p key={name} className={styles['fault']}>
          {name} {FAULTS[fault]}
        </p>
      ))}
      {notTaken.length > 0 && (
        <p className={styles['about']}>You have not downloaded {files(notTaken.length)} of this gallery.</p>
      )}
      <Group title="Missing" about="Not among your files." items={missing.map(({ name }) => name)} isOpen />
      <Group
        title="Changed"
        about="The name matches but the content differs: edited, or not saved completely."
        items={changed.map(({ path }) => path)}
        isOpen
      />
      <Group
        title="Cannot be compared"
        about="The gallery cannot read these files right now. Please try again later."
        items={unknown.map(({ name }) => name)}
      />
      <Group title="Unreadable" about="Your device could not open these." items={unreadable} />
      <Group
        title="Renamed"
        about="Complete, with another name."
        items={renamed.map(({ file, path }) => `${path}, delivered as ${file.name}`)}
      />
      <Group
        title="More than once"
        about="Complete, but contained twice."
        items={duplicates.map(({ file, path }) => `${path}, the same as ${file.name}`)}
      />
      <Group title="Others" about="Not from this gallery, in this size." items={foreign} />
    </div>
  )
}
