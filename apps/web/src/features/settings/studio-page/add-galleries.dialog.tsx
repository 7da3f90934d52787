import { type http, MAX_LISTED_GALLERIES } from '@daymark/contracts'
import { useState } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { allSharesQuery } from '../../../domain/shares/share.queries.ts'
import { formatDate } from '../../../lib/format/dates.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { Skeleton, Skeletons } from '../../../ui/feedback/skeleton.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'
import styles from './studio-page.module.css'

type Props = {
  shares: http.ListedShare[]
  onAdd: (shares: http.ListedShare[]) => Promise<void>
  onClose: () => void
}

/** Converts a link to an entry of the studio page, without a cover. The response of the server contains the cover. */
const toListedShare = ({ id, album_title: title, has_password }: http.Share): http.ListedShare => ({
  share_id: id,
  title,
  state: has_password ? 'locked' : 'open',
  thumbnail_url: null,
})

const describeShare = (share: http.Share) =>
  [
    `Link created on ${formatDate(share.created_at)}`,
    ...(share.slug ? [`/share/${share.slug}`] : []),
    ...(share.has_password ? ['password'] : []),
  ].join(' · ')

/** If there are more links, the list gets a search field. */
const MAX_WITHOUT_SEARCH = 8
const matchesSearch = ({ album_title: title, slug }: http.Share, searchText: string) =>
  `${title} ${slug ?? ''}`.toLowerCase().includes(searchText.toLowerCase())

type UnlistedLinksProps = {
  unlistedShares: http.Share[]
  chosenIds: ReadonlySet<string>
  onToggle: (id: string) => void
}

/** Lets the user select links that are not listed yet. */
function UnlistedLinks({ unlistedShares, chosenIds, onToggle }: UnlistedLinksProps) {
  const [searchText, setSearchText] = useState('')
  const matchingShares = unlistedShares.filter(share => matchesSearch(share, searchText))
  if (unlistedShares.length === 0) return <p>No other active links. Share an album first.</p>
  return (
    <>
      <p className="muted">
        Anyone who visits your page can open the listed galleries. A gallery with a password is shown as locked. The
        address of a gallery without a password becomes public.
      </p>
      {unlistedShares.length > MAX_WITHOUT_SEARCH && (
        <SearchField label="Search galleries" value={searchText} maxLength={100} onSearch={setSearchText} />
      )}
      <div className={styles['matching-shares']} data-many={unlistedShares.length > MAX_WITHOUT_SEARCH}>
        {matchingShares.length === 0 && <p role="status">No galleries match your search.</p>}
        {matchingShares.map(share => (
          <Checkbox
            key={share.id}
            checked={chosenIds.has(share.id)}
            onChange={() => onToggle(share.id)}
            label={
              <span className={styles['gallery-text']}>
                <span>{share.album_title}</span>
                <span className="muted">{describeShare(share)}</span>
              </span>
            }
          />
        ))}
      </div>
    </>
  )
}

export function AddGalleriesDialog({ shares, onAdd, onClose }: Props) {
  const { data } = useCached(allSharesQuery())
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const listedIds = new Set(shares.map(share => share.share_id))
  const unlistedShares = data?.filter(share => share.active && !listedIds.has(share.id))
  const selectedShares = unlistedShares?.filter(share => chosenIds.has(share.id)) ?? []
  const remainingCount = MAX_LISTED_GALLERIES - shares.length
  const toggle = (id: string) =>
    setChosenIds(
      previousIds =>
        new Set(previousIds.has(id) ? [...previousIds].filter(other => other !== id) : [...previousIds, id]),
    )
  const add = () => {
    void onAdd([...selectedShares.map(toListedShare), ...shares])
    onClose()
  }
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button
        appearance="primary"
        disabled={selectedShares.length === 0 || selectedShares.length > remainingCount}
        onClick={add}
      >
        {selectedShares.length > 1 ? `List ${selectedShares.length} Galleries` : 'List Gallery'}
      </Button>
    </>
  )
  return (
    <Modal title="Add galleries" onClose={onClose} actions={actions}>
      <div className={styles['choice']}>
        {unlistedShares ? (
          <UnlistedLinks unlistedShares={unlistedShares} chosenIds={chosenIds} onToggle={toggle} />
        ) : (
          <Skeletons label="Loading your links">
            <Skeleton className={styles['loading']} />
          </Skeletons>
        )}
      </div>
    </Modal>
  )
}
