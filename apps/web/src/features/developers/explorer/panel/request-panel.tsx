import { useState } from 'react'
import { Button } from '../../../../ui/buttons/button.tsx'
import { BusyMark } from '../../../../ui/feedback/busy-mark.tsx'
import { Tabs } from '../../../../ui/tabs/tabs.tsx'
import { Words } from '../../code/words.tsx'
import { type Endpoint, hasBody, isForm } from '../../endpoints/endpoint.ts'
import { MethodBadge } from '../../endpoints/method-badge.tsx'
import { Answer } from './answer.tsx'
import { BodyField } from './body-field.tsx'
import { CurlTab } from './curl-tab.tsx'
import styles from '../explorer.module.css'
import { ParameterTable } from './parameter-table.tsx'
import { type Access, untouched } from '../request/request.ts'
import { useRequest } from '../request/use-request.ts'

const tabsOf = (endpoint: Endpoint) => [
  { id: 'parameters' as const, label: 'Parameters' },
  ...(hasBody(endpoint) ? [{ id: 'body' as const, label: 'Body' }] : []),
  { id: 'curl' as const, label: 'cURL' },
]

/** The tab with required input is shown first. */
const firstTab = (endpoint: Endpoint) =>
  hasBody(endpoint) && !endpoint.parameters.some(one => one.in === 'path' || one.in === 'query') ? 'body' : 'parameters'

/** S-EXP-04, S-EXP-08: a request form and its response. */
export function RequestPanel({ endpoint, access }: { endpoint: Endpoint; access: Access }) {
  const { method, path, description, scope, needsAuth } = endpoint
  const [filled, setFilled] = useState(() => untouched(endpoint))
  const [tab, setTab] = useState<'parameters' | 'body' | 'curl'>(() => firstTab(endpoint))
  const { state, execute } = useRequest(endpoint)
  const besideBody = endpoint.parameters.filter(one => one.in !== 'form')
  return (
    <section aria-label={`${method} ${path}`} className={styles['panel']}>
      <header className={styles['head']}>
        <p className={styles['call']}>
          <MethodBadge method={method} />
          <strong className={styles['path']}>{path}</strong>
        </p>
        <div className={styles['about']}>
          <Words text={description} />
        </div>
      </header>
      <div>
        <Tabs label="Request" tabs={tabsOf(endpoint)} chosen={tab} onChoose={setTab}>
          {tab === 'parameters' && <ParameterTable parameters={besideBody} filled={filled} onChange={setFilled} />}
          {tab === 'body' &&
            (isForm(endpoint) ? (
              <ParameterTable
                parameters={endpoint.parameters.filter(one => one.in === 'form')}
                filled={filled}
                onChange={setFilled}
              />
            ) : (
              <BodyField endpoint={endpoint} filled={filled} onChange={setFilled} />
            ))}
          {tab === 'curl' && <CurlTab endpoint={endpoint} filled={filled} access={access} />}
        </Tabs>
      </div>
      <div className={styles['send']}>
        <Button
          look="primary"
          disabled={state.is === 'loading'}
          icon={state.is === 'loading' && <BusyMark />}
          onClick={() => void execute(filled, access)}
        >
          Execute Request
        </Button>
        <span className={styles['note']}>{needsAuth ? scope && `Needs the scope ${scope}` : 'Needs no token'}</span>
      </div>
      <Answer state={state} />
    </section>
  )
}
