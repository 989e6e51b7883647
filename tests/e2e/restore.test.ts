import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import type { MedicalDocument } from '#domain/records/document.ts'
import { phonePhoto } from '#server/testing/pictures.ts'
import { until } from '#tests/support/wait.ts'
import { planDay } from './support/day.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

// Its own server, which is killed.
const screens = setUpScreens({})

const REPOSITORY = path.resolve(import.meta.dirname, '../..')

/** Runs one of the commands of docs/operations.md on the test's data; returns its output. */
async function run(command: string, ...words: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, DATA_DIR: screens.server.dataDir }
  const tool = path.join(REPOSITORY, 'tools', `${command}.ts`)
  const { stdout } = await promisify(execFile)(process.execPath, [tool, ...words], { env })
  return stdout
}

/** Restores the server to the newest snapshot, as its operator would. */
async function restore(): Promise<void> {
  await screens.server.kill()
  await run('restore', 'latest')
  await screens.server.start()
}

const taken = (user: User, name: string) => user.page.getByRole('button', { name: `Taken: ${name}` })

async function take(user: User, name: string): Promise<void> {
  await taken(user, name).click()
  await taken(user, name).waitFor({ state: 'hidden' })
}

async function remove(user: User, name: string): Promise<void> {
  await user.open('/medications')
  await user.page.getByRole('button', { name: `Delete ${name}` }).click()
  await user.dialog('Delete Medication?').getByRole('button', { name: 'Delete' }).click()
  await user.page.getByRole('heading', { name }).waitFor({ state: 'hidden' })
  await user.saved()
}

async function device(email: string): Promise<User> {
  const user = await screens.user({ expected: [/net::ERR_/, /status of 409/] })
  await user.signIn(email)
  return user
}

const namesOn = async (user: User): Promise<string[]> =>
  (await user.medicationsOnServer()).map(({ name }) => name).sort()

const dosesOn = async (user: User): Promise<string[]> =>
  (await user.dosesOnServer()).map(({ kind, snapshot }) => `${snapshot.name} ${kind}`).sort()

it('S11.5, S11.7 a server taken back to its snapshot has every dose and deletion again once two devices came, a third being offline throughout', {
  retry: 0,
  timeout: 240_000,
}, async () => {
  const phone = await screens.user({ expected: [/net::ERR_/, /status of 409/] })
  await phone.signUp('ann@example.org')
  await planDay(phone, [
    { name: 'Atenolol', minutes: [-20] },
    { name: 'Bisoprolol', minutes: [-25] },
    { name: 'Carvedilol', minutes: [-30] },
    { name: 'Deleted before', minutes: [-35] },
    { name: 'Deleted after', minutes: [-40] },
  ])
  const [tablet, watch] = [await device('ann@example.org'), await device('ann@example.org')]
  for (const each of [phone, tablet, watch]) await taken(each, 'Deleted after').waitFor()
  await watch.workerReady()
  await watch.offline()
  await take(watch, 'Carvedilol')

  await remove(phone, 'Deleted before')
  expect(await run('backup')).toContain(screens.server.dataDir)

  await phone.open('/')
  await take(phone, 'Atenolol')
  await taken(tablet, 'Atenolol').waitFor({ state: 'hidden' })
  await take(tablet, 'Bisoprolol')
  await tablet.saved()
  await remove(phone, 'Deleted after')
  await tablet.addMedication({ name: 'Enalapril', dosage: '5 mg', times: '9 pm', ongoing: true })
  await tablet.saved()
  // None of the devices created this one: they have it only from the list.
  await planDay(phone, [{ name: 'Folic acid', minutes: [-45] }])
  for (const each of [phone, tablet]) {
    await each.open('/')
    await taken(each, 'Folic acid').waitFor()
  }

  await restore()
  for (const each of [phone, tablet]) await each.open('/')
  const back = ['Atenolol taken', 'Bisoprolol taken']
  await until(async () => (await dosesOn(phone)).join() === back.join(), {
    what: 'every dose since the snapshot',
  })
  const names = ['Atenolol', 'Bisoprolol', 'Carvedilol', 'Enalapril', 'Folic acid']
  await until(async () => (await namesOn(phone)).join() === names.join(), { what: 'every medication' })

  await watch.online()
  await watch.saved()
  await watch.page
    .getByRole('link', { name: /Enalapril/ })
    .first()
    .waitFor()
  expect(await dosesOn(watch)).toEqual([...back, 'Carvedilol taken'])
  expect(await namesOn(watch)).toEqual(names)
  for (const each of [phone, tablet, watch]) {
    await each.open('/medications')
    for (const name of names) await each.page.getByRole('heading', { name }).waitFor()
    expect(await each.page.getByRole('heading', { name: /^Deleted/ }).count()).toBe(0)
    expect(await each.outbox()).toEqual({ waiting: 0, attention: 0 })
  }
})

it('S11.11 whoever was lost with their account gets back what the device kept, once they proved the same address', {
  retry: 0,
  timeout: 240_000,
}, async () => {
  const early = await screens.user({ expected: [/net::ERR_/, /status of 40[19]/] })
  await early.signUp()
  // A worker that is still being installed when the server goes away complains.
  await early.workerReady()
  await run('backup')
  const ben = await screens.user({ expected: [/net::ERR_/, /status of 40[139]/] })
  await ben.signUp('ben@example.org')
  await ben.workerReady()
  await planDay(ben, [{ name: 'Ramipril', minutes: [-20] }])
  await taken(ben, 'Ramipril').waitFor()
  await take(ben, 'Ramipril')
  await ben.saved()
  await ben.open('/medical-documents')
  const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto() }
  await ben.page.locator('input[type=file]').first().setInputFiles(photo)
  await ben.page.getByLabel('Name').fill('Blood test')
  await ben.page.getByRole('button', { name: 'Upload', exact: true }).click()
  await ben.toast('Document uploaded').waitFor()
  const before = (await ben.user()).id

  await restore()
  await ben.signUp('ben@example.org')
  expect((await ben.user()).id).not.toBe(before)
  const offer = ben.dialog('Restore what this device saved?')
  await offer
    .getByText('This device still has 1 medication, 1 logged dose and 1 document of ben@example.org.')
    .waitFor()
  await offer.getByRole('button', { name: 'Bring it back' }).click()
  await ben.page.getByRole('link', { name: /Taken.*Ramipril/ }).waitFor()
  await until(async () => (await dosesOn(ben)).join() === 'Ramipril taken', {
    what: 'the dose at the server',
  })
  expect(await namesOn(ben)).toEqual(['Ramipril'])
  const documents = async () => (await ben.call<MedicalDocument[]>('GET', '/api/medical-documents')).body
  await until(async () => (await documents()).length === 1, { what: 'the document at the server' })
  const [document] = await documents()
  expect(document).toMatchObject({ documentName: 'Blood test' })
  const type = await ben.page.evaluate(
    async (address) => (await fetch(address)).headers.get('content-type'),
    document?.imageUrl ?? '',
  )
  expect(type).toBe('image/jpeg')
  await ben.page.reload()
  await ben.page.getByRole('link', { name: /Taken.*Ramipril/ }).waitFor()
  expect(await offer.count()).toBe(0)
})
