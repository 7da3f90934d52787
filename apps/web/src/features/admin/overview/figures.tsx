import { formatBytes, type http } from '@daymark/contracts'
import type { ReactNode } from 'react'
import { Figure } from '../frame/facts.tsx'
import styles from './overview.module.css'

type Line = readonly [value: number | null, words: string, format?: (value: number) => string]

function Group({ name, total, lines = [] }: { name: string; total: ReactNode; lines?: readonly Line[] }) {
  return (
    <section aria-label={name} className={styles['group']}>
      <h2 className={styles['name']}>{name}</h2>
      <p className={styles['total']}>{total}</p>
      {lines.length > 0 && (
        <ul className={styles['lines']}>
          {lines.map(([value, words, format]) => (
            <li key={words}>
              <strong>
                <Figure value={value} {...(format && { format })} />
              </strong>{' '}
              {words}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** S-ADM-03 */
export function Figures({ figures: { users, images, albums, tags, shares } }: { figures: http.Dashboard }) {
  return (
    <div className={styles['figures']}>
      <Group
        name="Users"
        total={<Figure value={users.total_users} />}
        lines={[
          [users.active_week, 'active this week'],
          [users.active_month, 'active this month'],
        ]}
      />
      <Group
        name="Images"
        total={<Figure value={images.total_images} />}
        lines={[
          [images.total_storage, 'stored', formatBytes],
          [images.uploaded_week, 'uploaded this week'],
        ]}
      />
      <Group
        name="Shares"
        total={<Figure value={shares.total_shares} />}
        lines={[
          [shares.total_views, 'views'],
          [shares.shares_week, 'made this week'],
        ]}
      />
      <Group name="Albums" total={<Figure value={albums.total_albums} />} />
      <Group name="Tags" total={<Figure value={tags.total_tags} />} />
    </div>
  )
}
