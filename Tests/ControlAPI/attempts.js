// What a page tries with the control API at `base`. Returns what it could use.
async (base) => {
    const read = [];
    const attempt = async (name, action) => { try { if (await action()) read.push(name); } catch {} };
    const isRead = async (path, options) => {
        const answer = await fetch(base + path, options);
        // An event stream has no end.
        return answer.ok || (await answer.text()) !== '' && answer.type === 'opaque';
    };
    const headers = {'Content-Type': 'application/json'};
    const body = '{"response": "Success"}';
    for (const mode of ['cors', 'no-cors', 'same-origin']) {
        for (const path of ['state', 'events', 'calls/wait?timeout=30s', 'openapi.json', '']) {
            await attempt(`${mode} ${path}`, () => isRead(path, {mode}));
        }
        await attempt(`${mode} credentials`, () => isRead('state', {mode, credentials: 'include'}));
        await attempt(`${mode} DELETE`, () => isRead('selections', {method: 'DELETE', mode}));
        await attempt(`${mode} PUT`, () => isRead('requests/Login/selection', {method: 'PUT', mode, headers, body}));
        await attempt(`${mode} POST`, () => isRead('sessions', {method: 'POST', mode, body: '{"id": "attack"}'}));
    }
    await attempt('PUT of a spec', () => isRead('specs/attack', {method: 'PUT', headers: {'Content-Type': 'application/yaml'}, body: 'mockspec: 1'}));
    await attempt('method override', () => isRead('selections', {method: 'POST', headers: {'X-HTTP-Method-Override': 'DELETE'}}));
    await attempt('XMLHttpRequest', () => new Promise((resolve) => {
        const request = new XMLHttpRequest(); request.onloadend = () => resolve(request.status >= 200 && request.status < 300); request.open('DELETE', base + 'selections'); request.send(); }));
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json']) {
        try { navigator.sendBeacon(base + 'sessions', new Blob(['{"id": "attack"}'], {type})); } catch {}
    }
    const loads = (tag, address, name = 'src') => attempt(tag, () => new Promise((resolve) => {
        const element = document.createElement(tag); element[name] = address;
        if (tag === 'link') element.rel = 'stylesheet';
        element.onload = element.onloadeddata = () => resolve(true); element.onerror = () => resolve(false);
        document.body.append(element); setTimeout(resolve, 1000); }));
    await Promise.all([loads('img', base + 'icon.svg'), loads('img', base + 'events'), loads('script', base + 'state'),
        loads('script', base + 'app.js'), loads('link', base + 'style.css', 'href'), loads('audio', base + 'events')]);
    await attempt('module', () => import(base + 'api.js'));
    await attempt('EventSource', () => new Promise((resolve) => {
        const events = new EventSource(base + 'events');
        events.onopen = () => resolve(true); events.onerror = () => { events.close(); resolve(false); }; }));
    await attempt('WebSocket', () => new Promise((resolve) => {
        const socket = new WebSocket(base.replace('http', 'ws') + 'events');
        socket.onopen = () => resolve(true); socket.onerror = () => resolve(false); }));
    for (const [path, type] of [['sessions', 'text/plain'], ['verify', 'application/x-www-form-urlencoded'],
        ['explain', 'multipart/form-data'], ['sessions', 'multipart/form-data'], ['', 'text/plain']]) {
        const frame = document.createElement('iframe'); frame.name = `sink${document.forms.length}`; document.body.append(frame);
        const form = document.createElement('form');
        Object.assign(form, {action: base + path, method: 'POST', enctype: type, target: frame.name});
        const field = document.createElement('input'); field.name = '{"id":"attack","x":"'; field.value = '"}'; form.append(field);
        document.body.append(form);
        const done = new Promise((resolve) => { frame.onload = resolve; setTimeout(resolve, 1000); });
        form.submit(); await done;
    }
    for (const path of ['', 'state']) {
        const frame = document.createElement('iframe'); frame.src = base + path; document.body.append(frame);
        await new Promise((resolve) => { frame.onload = resolve; setTimeout(resolve, 1000); });
        await attempt(`frame ${path}`, () => /requests/.test(frame.contentDocument.documentElement.outerHTML));
    }
    return read;
}
