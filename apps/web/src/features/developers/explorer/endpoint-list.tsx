import { useIsPhone } from '../../../lib/hooks/use-media-query.ts'
import { groupByCategory, type Endpoint } from '../endpoints/endpoint.ts'
import { MethodBadge } from '../endpoints/endpoint-row.tsx'
import { Disclosure } from '../frame/disclosure.tsx'
import styles from './explorer.module.css'

type Props = { endpoints: readonly Endpoint[]; chosen: Endpoint | undefined; onChoose: (id: string) => void }

/** S-EXP-03 */
function EndpointGroups({ endpoints, chosen, onChoose }: Props) {
  return (
    <nav aria-label="Endpoints" className={styles['groups']}>
      {groupByCategory(endpoints).map(({ category, endpoints }) => (
        <section key={category} aria-label={category} className={styles['group']}>
          <h2 className={styles['title']}>{category}</h2>
          {endpoints.map(({ id, method, path, title }) => (
            <button
              key={id}
              type="button"
              title={title}
              aria-current={id === chosen?.id ? 'true' : undefined}
              className={styles['endpoint']}
              onClick={() => onChoose(id)}
            >
              <MethodBadge method={method} />
              <span className={styles['list-path']}>{path}</span>
            </button>
          ))}
        </section>
      ))}
    </nav>
  )
}

/** The list of endpoints. On a phone it is above the request and closes when the user selects an endpoint. */
export function EndpointList(props: Props) {
  const { chosen, onChoose } = props
  const isPhone = useIsPhone()
  if (!isPhone)
    return (
      <div className={styles['list']}>
        <EndpointGroups {...props} />
      </div>
    )
  const summary = chosen ? (
    <>
      <MethodBadge method={chosen.method} />
      <span className={styles['list-path']}>{chosen.path}</span>
    </>
  ) : (
    'Endpoints'
  )
  return (
    <Disclosure summary={summary} startsOpen={!chosen}>
      {close => (
        <EndpointGroups
          {...props}
          onChoose={id => {
            close()
            onChoose(id)
          }}
        />
      )}
    </Disclosure>
  )
}
