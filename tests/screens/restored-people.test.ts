import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { beginEpoch } from '#server/backup/begin-epoch.ts'
import { systemRandom } from '#server/platform/clock.ts'
import { rememberRows } from '#server/testing/restore.ts'
import { medications } from '#server/testing/tables.ts'
import { until } from '#tests/support/wait.ts'
import { chip, dosesOfServer, on, parent, taken } from './support/people.ts'
import { setUpScreens } from './support/screens.ts'

const screens = setUpScreens()

/** Puts the server back to when the rows were remembered, as `npm run restore` does. */
async function restoreTo(putBack: () => Promise<void>): Promise<void> {
  const { server } = screens
  await server.restart(async () => {
    await putBack()
    await beginEpoch(server.db, { clock: server.clock, random: systemRandom })
  })
}

it.each(['view', 'help'])(
  'S14.4 a device of somebody who may only %s leaves it to others to replay what was lost',
  async (role) => {
    const { user: ada, mia } = await parent(await screens.user())
    const { link } = (await ada.call<{ link: string }>('POST', `/api/people/${mia.id}/grants`, { role })).body
    const bob = await screens.user()
    await bob.signUp()
    await bob.call('POST', `/api/grants/offers/${new URL(link).searchParams.get('token')}/accept`)
    const putBack = await rememberRows(screens.server.db)
    await on(ada, mia).call('POST', '/api/medications', { name: 'Ramipril', reminderTimes: ['00:00', '23:59'] })
    await ada.open('/')
    await chip(ada, 'Mia').click()
    await taken(ada, 'Amoxicillin').click()
    await ada.saved()
    await bob.open(`/?person=${mia.id}`)
    await until(async () => (await bob.doses()).length === 1, { what: 'the dose on the other device' })
    await bob.page.getByText('Ramipril').first().waitFor()
    const known = (await bob.doses())[0]?.seq ?? 0
    // A server is not restored while it answers.
    for (const user of [ada, bob]) await user.offline()
    await restoreTo(putBack)
    for (const user of [bob, ada]) await user.online()
    await bob.open(`/medications?person=${mia.id}`)
    await ada.open('/')
    const held = () => screens.server.db.$count(medications, eq(medications.userId, mia.id))
    await until(async () => (await held()) === 2, { what: 'both medicines at the server', timeout: 60_000 })
    await until(async () => (await dosesOfServer(ada, mia)) === 1, { what: 'the dose at the server' })
    // The log is read again only once nothing is left to replay.
    const isReadAgain = async () => ((await bob.doses())[0]?.seq ?? 0) > known
    await until(isReadAgain, { what: 'the dose in its new place', timeout: 60_000 })
    expect(await bob.outbox()).toEqual({ waiting: 0, attention: 0 })
  },
)

it('S11.11 people who were lost with the account that looks after them come back with it', async () => {
  const putBack = await rememberRows(screens.server.db)
  const { user, mia, email } = await parent(await screens.user())
  await user.open('/')
  await chip(user, 'Mia').click()
  await taken(user, 'Amoxicillin').click()
  await user.saved()
  await user.offline()
  await restoreTo(putBack)
  await user.online()
  await user.signUp(email)
  await user.dialog('Restore what this device saved?').getByRole('button', { name: 'Bring it back' }).click()
  await chip(user, 'Mia').waitFor()
  const held = () => screens.server.db.$count(medications, eq(medications.userId, mia.id))
  await until(async () => (await held()) === 1, { what: 'the medicine of Mia at the server' })
  await until(async () => (await dosesOfServer(user, mia)) === 1, { what: 'her dose at the server' })
})
