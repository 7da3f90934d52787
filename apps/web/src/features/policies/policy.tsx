import type { ReactNode } from 'react'
import { Link } from '../../lib/router.tsx'
import { supportAddress, supportMailtoUrl } from '../../lib/page-meta.ts'
import styles from './policy.module.css'

/** A page of text in one column. */
export function PolicyPage(props: { title: string; introduction: string; updated?: string; children: ReactNode }) {
  const { title, introduction, updated, children } = props
  return (
    <article className={styles['policy']}>
      <header className={styles['header']}>
        <p className={styles['badge']}>Currently in private beta</p>
        <h1 className="text-5">{title}</h1>
        <p className="muted">{introduction}</p>
        {updated && <p className={styles['updated']}>{updated}</p>}
      </header>
      {children}
    </article>
  )
}

export function PolicySection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles['section']}>
      <h2 className="text-4">{title}</h2>
      {children}
    </section>
  )
}

/** A list of terms and their descriptions. */
export function PolicyDetails({ details }: { details: readonly (readonly [name: string, text: ReactNode])[] }) {
  return (
    <dl className={styles['details']}>
      {details.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** How users contact support (L-PRIV-06, L-MKT-14). */
export function SupportContact() {
  return (
    <PolicySection title="Questions">
      <p>
        Write to <a href={supportMailtoUrl()}>{supportAddress()}</a>. Support typically replies within 24 hours.
      </p>
    </PolicySection>
  )
}

export const PolicyLink = ({ to, children }: { to: string; children: string }) => (
  <p>
    <Link to={to}>{children}</Link>
  </p>
)
