/** The same deploy, asked again while it is being asked. */
import { REQUEST } from '@countersign/testkit/service/requests';
import { answer, type Responder, silence, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { describe, expect, test } from 'vitest';

const deployed = (transaction: string) => answer(201, { status: 'SUCCESS', unsignedTransaction: transaction });
const slowly =
  (scene: Responder): Responder =>
  (response, received) => {
    setTimeout(() => scene(response, received), 100);
  };

describe('a deploy that is being asked', () => {
  test('is asked once for all who ask the same', async () => {
    const service = await startScriptedService(slowly(deployed('AAAA')), deployed('BBBB'));
    const client = service.client();
    const asking = [1, 2, 3].map(() => client.deploy({ ...REQUEST }));
    const other = client.deploy({ ...REQUEST, title: 'Another' });
    expect(await Promise.all(asking)).toEqual(Array(3).fill({ unsignedTransaction: 'AAAA' }));
    expect(await other).toEqual({ unsignedTransaction: 'BBBB' });
    expect(service.asked).toHaveLength(2);
    expect(client.metrics()).toMatchObject({ requests: { deploy: 2 } });
  });

  test('is asked again once it is answered', async () => {
    const service = await startScriptedService(deployed('AAAA'), deployed('BBBB'));
    const client = service.client();
    await client.deploy(REQUEST);
    expect(await client.deploy(REQUEST)).toEqual({ unsignedTransaction: 'BBBB' });
  });

  test('fails for all who wait, and is asked again after that', async () => {
    const service = await startScriptedService(slowly(answer(400, {})), deployed('AAAA'));
    const client = service.client();
    const failed = await Promise.allSettled([client.deploy(REQUEST), client.deploy(REQUEST)]);
    for (const each of failed) expect(each).toMatchObject({ reason: { code: 'SERVICE_REFUSED' } });
    expect(await client.deploy(REQUEST)).toEqual({ unsignedTransaction: 'AAAA' });
  });

  test('goes on for the others when one leaves, even the first', async () => {
    const service = await startScriptedService(slowly(deployed('AAAA')));
    const client = service.client();
    const controller = new AbortController();
    const gone = client.deploy(REQUEST, { signal: controller.signal });
    const stays = client.deploy(REQUEST);
    controller.abort();
    await expect(gone).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(await stays).toEqual({ unsignedTransaction: 'AAAA' });
    expect(service.asked).toHaveLength(1);
  });

  test('ends when the last one leaves, and is asked again by the next caller', async () => {
    const arrived = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    const service = await startScriptedService((response) => {
      response.on('close', closed.resolve);
      arrived.resolve();
    }, deployed('BBBB'));
    const client = service.client();
    const controller = new AbortController();
    const gone = [1, 2].map(() => client.deploy(REQUEST, { signal: controller.signal }));
    await arrived.promise;
    controller.abort();
    const retried = client.deploy(REQUEST);
    for (const each of await Promise.allSettled(gone)) expect(each).toMatchObject({ reason: { code: 'CANCELLED' } });
    await closed.promise;
    expect(await retried).toEqual({ unsignedTransaction: 'BBBB' });
  });

  test('is waited for by each as long as their own time allows', async () => {
    const service = await startScriptedService(silence);
    const client = service.client();
    const now = Date.now();
    const asking = [100, 400].map((time) =>
      client.deploy(REQUEST, { deadline: now + time }).catch((error) => [error.code, Date.now() - now]),
    );
    const [first, second] = (await Promise.all(asking)) as [string, number][];
    expect([first?.[0], second?.[0]]).toEqual(['SERVICE_TIMEOUT', 'SERVICE_TIMEOUT']);
    expect(second?.[1]).toBeGreaterThan(first?.[1] ?? Number.NaN);
    expect(second?.[1]).toBeGreaterThanOrEqual(395);
  });
});
